import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { roomConfigs } from './scripts/rooms.mjs';

const correctness = {
  eqeqeq: 'error',
  'no-empty': 'error',
  'no-eval': 'error',
  'no-new-func': 'error',
  'no-useless-escape': 'error',
  '@typescript-eslint/consistent-type-imports': 'error',
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
};

/** The house style differs from the preset here. */
const ours = {
  // `index.d` on a record is refused by the compiler (noPropertyAccessFromIndexSignature).
  '@typescript-eslint/dot-notation': 'off',
  // Plain enough in a text; `never` is what the default of an exhaustive switch shows.
  '@typescript-eslint/restrict-template-expressions': [
    'error',
    { allowNumber: true, allowBoolean: true, allowNever: true },
  ],
  // `() => resolve()` and `return this.#tell(x)` say that the result is not wanted.
  '@typescript-eslint/no-confusing-void-expression': 'off',
  '@typescript-eslint/no-meaningless-void-operator': 'off',
  // A handler that answers something or nothing.
  '@typescript-eslint/no-invalid-void-type': 'off',
  // An aborted signal's reason is thrown on as it is.
  '@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingAny: true, allowThrowingUnknown: true }],
  // Ports are structural: an object literal may be a Disposable.
  '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
  // Implementing a port that is asynchronous for others.
  '@typescript-eslint/require-await': 'off',
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
};

/** To think about, not to obey: they never fail a run. */
const budgets = {
  'max-lines': ['warn', { max: 300, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['warn', { max: 50, skipBlankLines: true, skipComments: true }],
  'max-params': ['warn', { max: 6 }],
};

/** A schema made at load would have zod evaluated at the start. See esbuild.config.mjs. */
const lazySchemas = {
  selector: 'MemberExpression[object.name="z"]:not(:function *)',
  message: 'Make the schema in lazy(() => ...): the start does without zod.',
};

export default defineConfig(
  globalIgnores(['dist', 'out', '.vscode-test', 'media', 'test/fixtures']),
  {
    files: ['src/**/*.ts', 'test/**/*.ts', 'scripts/**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: { ...correctness, ...ours },
  },
  { files: ['src/**/*.ts'], rules: { 'no-console': 'error', ...budgets } },
  { files: ['src/{node,vscode}/**/*.ts'], rules: { 'no-restricted-syntax': ['error', lazySchemas] } },
  {
    files: ['src/core/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        lazySchemas,
        { selector: 'ImportExpression, TSImportType', message: 'Import at the top, where the room rule sees it.' },
      ],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { paths: [{ name: '@anthropic-ai/sdk', allowTypeImports: true, message: 'The core knows only its types.' }] },
      ],
    },
  },
  ...roomConfigs(),
  {
    files: ['test/**/*.ts'],
    rules: {
      // Tests look into recorded JSON and at what may be undefined: there the assertion is the check.
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
