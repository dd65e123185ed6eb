/* oxlint-disable vitest/expect-expect, vitest/valid-title -- this file defines tests for its callers and is none */
import { afterAll, describe, test } from 'vitest'
import { type ExampleOptions, ExampleSuite } from './example-suite.ts'
import type { Replay } from './replays.ts'

/** Options of a suite that replays examples. */
export interface DescribeExamplesOptions extends ExampleOptions {
  /** Name of the `describe`. Default: `examples of` and the title of the document. */
  readonly name?: string
}

/**
 * Defines one `test()` per response example of a document: it sends the request, and the response must match the document and equal the
 * example. Two more tests verify that every response example was visited and every request example sent.
 * Await it at the top of a test file, because it reads the document to define the tests. It sends nothing until they run. Rejects with a
 * DocumentError or ConfigurationError.
 */
export const describeExamples = async (options: DescribeExamplesOptions): Promise<void> => {
  const suite = await ExampleSuite.prepare(options)
  const { name = `examples of ${suite.document.title}`, unreachable = 'fail', timeoutMs = 20_000 } = options
  // Examples share a server and its state. The time limit of a test covers its request and its state function.
  const settings = { concurrent: false, timeout: 2 * timeoutMs }
  describe(name, settings, () => {
    afterAll(() => suite.close())
    for (const replay of suite.replays)
      test(replay.title, async () => {
        failWith(await suite.play(replay))
      })
    if (unreachable === 'fail') for (const replay of suite.unreachable) defineUnreachable(replay)
    test('visits every response example', (context) => {
      if (!suite.isWhole) context.skip('only some of the examples ran')
      failWith(suite.listUnvisited())
      if (unreachable === 'report' && suite.unreachable.length > 0) console.warn(summarize(suite.unreachable))
    })
    test('sends every request example', (context) => {
      if (!suite.isWhole) context.skip('only some of the examples ran')
      const excused = unreachable === 'report' ? suite.unreachable.flatMap(nameRequests) : []
      failWith(suite.listUnsent().filter((request) => !excused.includes(request)))
    })
  })
}

const defineUnreachable = ({ title, unreachable }: Replay): void => {
  test(title, () => {
    throw new Error(`This example cannot be reached: ${unreachable}.`)
  })
}

const summarize = (replays: readonly Replay[]): string =>
  `${replays.length} examples were not replayed: ${replays.map(({ title, unreachable }) => `${title} (${unreachable})`).join('; ')}.`

const nameRequests = ({ operationId, request }: Replay): readonly string[] =>
  request === undefined ? [] : [`${operationId} ${request.name}`]

const failWith = (problems: readonly string[]): void => {
  if (problems.length > 0) throw new Error(problems.join('\n'))
}
