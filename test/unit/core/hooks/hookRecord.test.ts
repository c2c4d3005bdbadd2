import assert from 'node:assert/strict';
import { maskSecrets } from '../../../../src/core/hooks/hookRecord.ts';

describe('maskSecrets', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['{"apiKey":"abcdef123"}', '{"apiKey":"***"}'],
    [String.raw`{"content":"{\"api_key\": \"abcdef123\"}"}`, String.raw`{"content":"{\"api_key\": \"***\"}"}`],
    ['GITHUB_TOKEN=abcdef123 make', 'GITHUB_TOKEN=*** make'],
    ['Authorization: Bearer abc.def-123', 'Authorization: Bearer ***'],
    ['login --password hunter22 now', 'login --password *** now'],
    ['see sk-ant-abcdef0123 there', 'see *** there'],
    ['ghp_abcdefghijklmnop1234', '***'],
    ['max_tokens: 8000', 'max_tokens: 8000'],
    ['the token required here', 'the token required here'],
  ];
  for (const [text, masked] of cases) it(text, () => assert.equal(maskSecrets(text), masked));
});
