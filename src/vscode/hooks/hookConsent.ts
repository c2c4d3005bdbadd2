import type * as vscode from 'vscode';
import type { HookSettings } from '../../core/hooks/configuration/hookConfig.ts';
import { ContentConsent } from '../settings/contentConsent.ts';

/** What the person said to hooks that come with a workspace. */
export class HookConsent extends ContentConsent<HookSettings> {
  constructor(memento: vscode.Memento) {
    super(memento, 'agent.allowedHooks', contentOf);
  }
}

/** True when a source does something with hooks, so that it needs a yes. */
export function concernsHooks({ hooks, disableAllHooks }: HookSettings): boolean {
  return hooks.length > 0 || disableAllHooks !== undefined;
}

/** All that can matter to hooks: comments and permissions may change without a new question. */
function contentOf(settings: HookSettings): unknown {
  const { source, hooks, disableAllHooks, allowedHttpHookUrls, httpHookAllowedEnvVars, env } = settings;
  const own = hooks.map(({ event, matcher, definition }) => [event, matcher, definition]);
  return [source.file, source.label, own, disableAllHooks, allowedHttpHookUrls, httpHookAllowedEnvVars, env];
}
