export { didYouMean, expectedAt, problemAt, quoted, SyntaxProblem } from '../contract/text-problems.ts'
