/** The mock cannot start; the message is one sentence for the person who started it. */
export class MockStartError extends Error {
  override readonly name = 'MockStartError'
}
