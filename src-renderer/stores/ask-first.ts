import { shallowRef, type ShallowRef } from 'vue'

/** A question that the dialog shows; its review is null while it is computed. */
interface Asked<Question, Review> {
  question: Question
  review: Review | null
}

/** A question that waits for its review, or for the administrator. */
interface Pending<Answer> {
  resolve: (answer: Answer | null) => void
  request: AbortController
}

interface AskOptions<Question, Review, Answer> {
  /** What the change does. @throws ApiError where it would be refused */
  review: (question: Question, signal: AbortSignal) => Promise<Review>
  /** Whether that has to be asked about. */
  hasEffect: (review: Review, question: Question) => boolean
  /** The answer where no one is asked. */
  unasked: Answer
}

interface AskFirst<Question, Review, Answer> {
  asked: ShallowRef<Asked<Question, Review> | null>
  /**
   * Whether to go on, null if not: at once where the change has no effect, else as the administrator says. Another question takes the
   * place of one that is not answered, which then does not go on.
   * @throws ApiError where the change would be refused
   */
  ask: (question: Question) => Promise<Answer | null>
  /** Ends the question that there is; null: the change is not made. */
  answer: (given: Answer | null) => void
}

/** A review that takes longer is seen to be under way. */
const PATIENCE_MS = 400

/** Asks before changes that affect people, one question at a time. */
export function askFirst<Question, Review, Answer>(
  options: AskOptions<Question, Review, Answer>,
): AskFirst<Question, Review, Answer> {
  const asked = shallowRef<Asked<Question, Review> | null>(null)
  let pending: Pending<Answer> | null = null

  function answer(given: Answer | null) {
    const ended = pending
    pending = null
    asked.value = null
    ended?.request.abort()
    ended?.resolve(given)
  }

  function ask(question: Question): Promise<Answer | null> {
    answer(null)
    return new Promise((resolve, reject) => {
      const mine: Pending<Answer> = { resolve, request: new AbortController() }
      pending = mine
      const ifStillAsked = (act: () => void) => void (pending === mine && act())
      const show = (review: Review | null) => ifStillAsked(() => (asked.value = { question, review }))
      const timer = setTimeout(show, PATIENCE_MS, null)
      options
        .review(question, mine.request.signal)
        .finally(() => clearTimeout(timer))
        .then((review) =>
          options.hasEffect(review, question) ? show(review) : ifStillAsked(() => answer(options.unasked)),
        )
        .catch((error: unknown) =>
          ifStillAsked(() => {
            reject(error as Error)
            answer(null)
          }),
        )
    })
  }

  return { asked, ask, answer }
}
