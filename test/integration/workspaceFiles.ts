import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** The first workspace folder. */
export function folder(): vscode.Uri {
  const uri = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(uri, 'the tests run with a folder open');
  return uri;
}

export async function write(path: string, text: string): Promise<void> {
  await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder(), path), new TextEncoder().encode(text));
}

export async function read(path: string): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder(), path)));
}

/** Does nothing where there is nothing. */
export async function remove(path: string): Promise<void> {
  const uri = vscode.Uri.joinPath(folder(), path);
  try {
    await vscode.workspace.fs.delete(uri, { recursive: true });
  } catch (error) {
    assert.ok(error instanceof vscode.FileSystemError);
  }
}

/** Waits until the file's problems satisfy `isEnough`; a task start that is refused makes the extension read anew. */
export async function diagnosticsOf(
  path: string,
  isEnough: (diagnostics: readonly vscode.Diagnostic[]) => boolean,
): Promise<readonly vscode.Diagnostic[]> {
  const uri = vscode.Uri.joinPath(folder(), path);
  await vscode.extensions.getExtension('todo-agent.todo-agent')?.activate();
  return await new Promise((resolve) => {
    const look = (): void => {
      const diagnostics = vscode.languages.getDiagnostics(uri);
      if (!isEnough(diagnostics)) return;
      listener.dispose();
      resolve(diagnostics);
    };
    const listener = vscode.languages.onDidChangeDiagnostics(look);
    look();
  });
}
