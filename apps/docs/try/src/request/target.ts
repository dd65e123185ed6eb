/** What kind of service the requests go to: the sandbox keeps state, the mock answers with examples. */
export type TargetKind = 'sandbox' | 'mock'

/** Where requests go. */
export interface Target {
  readonly kind: TargetKind
  /** Scheme, host and port; the version segments belong to the paths. */
  readonly address: string
}

/** The mock's address unless it is told another one. */
export const usualMockAddress = 'http://127.0.0.1:4010'

const usualSandboxAddress = 'http://127.0.0.1:3000'

/** The addresses a page begins with: the sandbox is the page's own server, where the page comes from one. */
export function usualAddresses(pageOrigin: string): Readonly<Record<TargetKind, string>> {
  return {
    sandbox: /^https?:/.test(pageOrigin) ? pageOrigin : usualSandboxAddress,
    mock: usualMockAddress,
  }
}

/** An address as typed, without blanks and slashes at its end. */
export function toAddress(typed: string): string {
  return typed.trim().replace(/\/+$/, '')
}
