// Offers one language model in the tests' VS Code. What it answers is up to the test: the extension host is one process
// for all extensions, so a test puts a function in globalThis.answerOfTestModel. VS Code 1.100 has no such providers.
const vscode = require('vscode');

exports.activate = (context) => {
  if (vscode.lm.registerLanguageModelChatProvider === undefined) return;
  const provider = {
    provideLanguageModelChatInformation: () => [
      {
        id: 'scripted',
        name: 'Scripted',
        family: 'scripted',
        version: '1',
        maxInputTokens: 64000,
        maxOutputTokens: 8000,
        capabilities: { toolCalling: true },
      },
    ],
    provideLanguageModelChatResponse: async (_model, messages, options, progress, token) => {
      for (const part of await globalThis.answerOfTestModel(messages, options, token)) progress.report(part);
    },
    provideTokenCount: async (_model, text) => Math.ceil(JSON.stringify(text).length / 4),
  };
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider('test-models', provider));
};
