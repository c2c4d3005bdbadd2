import * as z from 'zod';
import { displayPath } from '../workspace/paths.ts';
import type { TextFile, Workspace } from '../workspace/workspace.ts';
import { patchHunks, pathSubject } from './fileResponse.ts';
import type { FileStamps } from './fileStamps.ts';
import { withLineEndsOf } from './lineEnds.ts';
import { readTextIfAny } from './readText.ts';
import { saveChange } from './saveChange.ts';
import type { FileChange, Tool } from './tool.ts';
import { definitionOf, filePath, parseInput } from './toolInput.ts';
import { lazy } from '../util/lazy.ts';

const schema = lazy(() =>
  z.object({
    file_path: filePath(),
    content: z.string().describe('The whole text, nothing left out'),
  }),
);

type Input = z.infer<ReturnType<typeof schema>>;

/** Makes a file or replaces all of its text. */
export function createWriteFileTool(ports: { workspace: Workspace; stamps: FileStamps }): Tool<Input> {
  const { workspace, stamps } = ports;
  const userModified = new WeakSet<Input>();
  return {
    definition: definitionOf(schema, {
      name: 'write_file',
      description:
        'Writes a whole file and saves it; makes its folders. For new files and full rewrites; to change a part use edit_file. ' +
        "Keeps an existing file's line ends and encoding. Refused when the file changed since you read it: read it again.",
    }),
    claudeName: 'Write',
    access: 'write',
    parse: (input) => parseInput(schema(), input),
    subject: (input) => pathSubject(workspace, input.file_path),
    async preview(input) {
      const { path } = await workspace.resolve(input.file_path);
      const file = await readTextIfAny(workspace, path);
      stamps.refuseIfChanged(path, input, file?.stamp);
      stamps.notePreview(input, file?.stamp);
      return planWrite(path, input, file);
    },
    withText(input, text) {
      const changed = { ...input, content: text };
      userModified.add(changed);
      stamps.movePreview(input, changed);
      return changed;
    },
    async run(input, { signal }) {
      const { path } = await workspace.resolve(input.file_path);
      const file = await readTextIfAny(workspace, path);
      stamps.refuseIfChanged(path, input, file?.stamp);
      const saved = await saveChange(ports, planWrite(path, input, file), signal);
      return {
        text: `Wrote ${saved.bytes} bytes to ${displayPath(path, workspace.roots)}${saved.note}`,
        response: {
          type: file === undefined ? 'create' : 'update',
          filePath: path,
          content: saved.change.after,
          structuredPatch: file === undefined ? [] : patchHunks(path, file.text, saved.change.after),
          originalFile: file?.text ?? null,
          ...(userModified.has(input) ? { userModified: true } : {}),
          success: true,
        },
        evidence: { kind: 'files', changes: [saved.change] },
      };
    },
  };
}

function planWrite(path: string, { content }: Input, file: TextFile | undefined): FileChange {
  if (file === undefined) return { path, before: undefined, after: content };
  return { path, before: file.text, after: withLineEndsOf(file.text, content) };
}
