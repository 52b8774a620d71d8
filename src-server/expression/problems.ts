export { didYouMean, expectedAt, problemAt, quoted, SyntaxProblem } from '../contract/source-text.ts'
