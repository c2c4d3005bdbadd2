import type { HookNotice, HookReading, HookResult } from './hookOutput.ts';
import type { SpillText } from '../engine/hookRun.ts';

/** Characters above which a text of a hook goes into a file. */
const longText = 10_000;
const previewCharacters = 2000;

/** The reading with every overlong text replaced by its beginning and the path of a file that holds all of it. */
export async function limitTexts(reading: HookReading, spill: SpillText): Promise<HookReading> {
  const { reason, additionalContext, stop } = reading.result;
  if (![reason, additionalContext, stop, ...reading.notices.map((notice) => notice.text)].some(isLong)) return reading;
  const result: HookResult = {
    ...reading.result,
    ...(reason === undefined ? {} : { reason: await limitText(reason, spill) }),
    ...(additionalContext === undefined ? {} : { additionalContext: await limitText(additionalContext, spill) }),
    ...(stop === undefined ? {} : { stop: await limitText(stop, spill) }),
  };
  const notices: readonly HookNotice[] = await Promise.all(
    reading.notices.map(async (notice) => ({ ...notice, text: await limitText(notice.text, spill) })),
  );
  return { ...reading, result, notices };
}

export async function limitText(text: string, spill: SpillText): Promise<string> {
  if (!isLong(text)) return text;
  const preview = text.slice(0, previewCharacters);
  const place = await spill(text).then(
    (file) => `kept in ${file}`,
    // A full disk must not turn a hook's answer into its failure.
    () => 'the rest could not be kept',
  );
  return `${preview}\n… (${text.length} characters in all, ${place})`;
}

function isLong(text: string | undefined): boolean {
  return text !== undefined && text.length > longText;
}
