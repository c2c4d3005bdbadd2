import * as z from 'zod';
import { displayPath } from '../workspace/paths.ts';
import type { TextFile, Workspace } from '../workspace/workspace.ts';
import { patchHunks, pathSubject } from './fileResponse.ts';
import type { FileStamps } from './fileStamps.ts';
import { readText } from './readText.ts';
import { replaceText } from './replaceText.ts';
import { saveChange } from './saveChange.ts';
import type { FileChange, Tool } from './tool.ts';
import { definitionOf, filePath, parseInput } from './toolInput.ts';
import { lazy } from '../util/lazy.ts';

const schema = lazy(() =>
  z.object({
    file_path: filePath(),
    old_string: z.string().describe('Copied from the file, without line numbers'),
    new_string: z.string(),
    replace_all: z.boolean().optional(),
  }),
);

type Input = z.infer<ReturnType<typeof schema>>;

/** Replaces one piece of text in a file, or each place where it stands. A file need not have been read before. */
export function createEditFileTool(ports: { workspace: Workspace; stamps: FileStamps }): Tool<Input> {
  const { workspace, stamps } = ports;
  /** What the person made of the whole file, by the call's input. */
  const userTexts = new WeakMap<Input, string>();
  return {
    definition: definitionOf(schema, {
      name: 'edit_file',
      description:
        'Replaces old_string by new_string in a file and saves it. old_string must match exactly, spaces too (line ends do not matter), and occur once, unless replace_all. ' +
        'An error names the nearest or all places, and nothing was changed. Refused when the file changed since you read it: read it again.',
    }),
    claudeName: 'Edit',
    access: 'write',
    parse: (input) => parseInput(schema(), input),
    subject: (input) => pathSubject(workspace, input.file_path),
    async preview(input) {
      const { path } = await workspace.resolve(input.file_path);
      const file = await readText(workspace, path);
      stamps.refuseIfChanged(path, input, file.stamp);
      stamps.notePreview(input, file.stamp);
      return planEdit(workspace, path, input, file).change;
    },
    withText(input, text) {
      const changed = { ...input };
      userTexts.set(changed, text);
      stamps.movePreview(input, changed);
      return changed;
    },
    async run(input, { signal }) {
      const { path } = await workspace.resolve(input.file_path);
      const file = await readText(workspace, path);
      stamps.refuseIfChanged(path, input, file.stamp);
      const userText = userTexts.get(input);
      const { change, count } =
        userText === undefined
          ? planEdit(workspace, path, input, file)
          : { change: { path, before: file.text, after: userText }, count: 1 };
      // What the person wrote takes the place of all that was there.
      const edited =
        userText === undefined ? input : { old_string: file.text, new_string: userText, replace_all: false };
      const saved = await saveChange(ports, change, signal);
      const name = displayPath(path, workspace.roots);
      return {
        text: `Edited ${name}${count > 1 ? ` in ${count} places` : ''}${saved.note}`,
        response: { ...responseOf(edited, saved.change, file.text), userModified: userText !== undefined },
        evidence: { kind: 'files', changes: [saved.change] },
      };
    },
  };
}

function responseOf(input: Omit<Input, 'file_path'>, { path, after }: FileChange, originalFile: string) {
  return {
    filePath: path,
    oldString: input.old_string,
    newString: input.new_string,
    originalFile,
    structuredPatch: patchHunks(path, originalFile, after),
    replaceAll: input.replace_all ?? false,
    success: true,
  };
}

function planEdit(
  workspace: Workspace,
  path: string,
  input: Input,
  file: TextFile,
): { readonly change: FileChange; readonly count: number } {
  const { old_string: oldText, new_string: newText, replace_all: isForAll = false } = input;
  const name = displayPath(path, workspace.roots);
  const { text, count } = replaceText(file.text, { oldText, newText, isForAll }, name);
  return { change: { path, before: file.text, after: text }, count };
}
