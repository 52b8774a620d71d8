export { didYouMean, expectedAt, problemAt, quoted, SyntaxProblem } from '#language/source-text.ts'
