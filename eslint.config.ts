import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import vue from 'eslint-plugin-vue'
import globals from 'globals'
import typescript from 'typescript-eslint'
import vueParser from 'vue-eslint-parser'
import { componentParser } from './scripts/component-parser.ts'

/** Folders whose code must give the same answer at any time, in any place. */
const PURE = [
  'src-server/{contract,language,filter,expression,policy,analysis,sample}/**/*.ts',
  'src-server/sync/{snapshot.ts,compare/**/*.ts}',
  'src-main/ipc/{channels,contract}.ts',
]

const CLOCK_AND_CHANCE = [
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: 'Pure code is told the time.' },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Pure code is told the time.' },
  { selector: "MemberExpression[object.name='Math'][property.name='random']", message: 'Pure code knows no chance.' },
]

/** The desktop's main process is called in one way only, which says why. */
const DIRECT_CALLS = {
  selector:
    "CallExpression[callee.property.name='evaluate']:matches([callee.object.name='app'], [callee.object.property.name='app'])",
  message: 'Use inProgram: an answer to a direct call is lost now and then.',
}

export default typescript.config(
  { ignores: ['out/**', 'dist/**', 'node_modules/**', 'coverage/**', 'test-results/**', 'docs/**'] },
  js.configs.recommended,
  ...typescript.configs.recommended,
  ...vue.configs['flat/recommended'],
  {
    files: ['**/*.vue'],
    languageOptions: { parser: vueParser, parserOptions: { parser: componentParser, projectService: true } },
  },
  {
    files: ['src-server/**/*.ts', 'src-main/**/*.ts', 'scripts/**/*.ts', 'test/**/*.ts', '*.config.ts'],
    languageOptions: { globals: globals.node },
  },
  { files: ['src-renderer/**/*.{ts,vue}'], languageOptions: { globals: globals.browser } },
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      eqeqeq: 'error',
      'no-console': 'error',
      'no-param-reassign': 'error',
      'no-undef': 'off',
      // Single words are the field's own nouns here.
      'vue/multi-word-component-names': 'off',
    },
  },
  {
    files: ['src-*/**/*.ts', 'test/**/*.ts', 'scripts/**/*.ts', '*.config.ts'],
    languageOptions: { parserOptions: { projectService: true } },
  },
  {
    files: ['**/*.ts', '**/*.vue'],
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
    },
  },
  { files: PURE, rules: { 'no-restricted-syntax': ['error', ...CLOCK_AND_CHANCE] } },
  { files: ['test/**/*.ts'], rules: { 'no-restricted-syntax': ['error', DIRECT_CALLS] } },
  {
    files: ['scripts/**/*.ts', 'test/bench/**/*.ts', 'test/fuzz/run.ts'],
    rules: { 'no-console': 'off' },
  },
  prettier,
)
