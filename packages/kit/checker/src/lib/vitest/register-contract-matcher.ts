import { expect } from 'vitest'
import type { ContractExpectation } from './contract-expectation.ts'
import { judgeResponse, type AnyResponse } from './judge-response.ts'

export type { ContractExpectation } from './contract-expectation.ts'

declare module 'vitest' {
  // The parameters are those of the interface that is widened.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** The answer keeps the document: status, media type, headers and body are as documented. To be awaited. */
    toMatchContract: (expectation: ContractExpectation) => Promise<void>
  }
}

/** Adds the matcher `toMatchContract` to `expect`; once, in a set-up file or at the top of a test file. */
export const registerContractMatcher = (): void =>
  expect.extend({
    async toMatchContract(received: AnyResponse, expectation: ContractExpectation) {
      const findings = await judgeResponse(received, expectation)
      return {
        pass: findings.length === 0,
        message: () =>
          findings.length === 0
            ? 'The answer keeps the document, and was not to.'
            : findings
                .map(({ message, check, pointer }) => `${message} [${check}]\ndocument: ${pointer}`)
                .join('\n\n'),
      }
    },
  })
