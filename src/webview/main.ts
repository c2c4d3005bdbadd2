import { Host } from './host.ts';
import { Page } from './page.ts';
import { wordsOf } from './words.ts';

const host = new Host();
let page: Page | undefined;
host.onMessage((message) => {
  if (message.kind === 'words') page = new Page(host, wordsOf(message.words));
  else page?.show(message);
});
host.post({ kind: 'ready' });
