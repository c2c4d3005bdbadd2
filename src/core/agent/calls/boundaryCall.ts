import type { HookCall } from '../../hooks/hookTypes.ts';
import type { ToolSubject } from '../../tools/tool.ts';

interface KnownCall {
  readonly callId: string;
  readonly toolName: string;
  readonly claudeName: string;
  readonly input: unknown;
  readonly subject: ToolSubject;
}

/** A call of a known tool as hooks see it. */
export function hookCallOf({ callId, toolName, claudeName, input, subject }: KnownCall): HookCall {
  return {
    id: callId,
    name: toolName,
    claudeName,
    input: withAbsolutePaths(input, subject),
    paths: subject.paths,
    ...(subject.command === undefined ? {} : { command: subject.command }),
  };
}

const pathArguments = ['file_path', 'path'];

/** Hook scripts compare paths, so they get them resolved, under the same argument. */
function withAbsolutePaths(input: unknown, subject: ToolSubject): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const resolved = new Map<unknown, string>(subject.paths.map(({ given, path }) => [given, path]));
  return Object.fromEntries(
    Object.entries(input).map(([key, value]: [string, unknown]) => [
      key,
      pathArguments.includes(key) ? (resolved.get(value) ?? value) : value,
    ]),
  );
}
