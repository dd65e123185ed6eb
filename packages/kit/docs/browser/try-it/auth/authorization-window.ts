/** What a window that comes back from an authorization server tells the page that opened it. */
interface Return {
  readonly returnedTo: string
}

const isReturn = (data: unknown): data is Return =>
  typeof data === 'object' && data !== null && 'returnedTo' in data

/**
 * Opens the authorization server in a window of its own, so that this page keeps its state without storing it. Resolves
 * with the address that the window comes back to; undefined where the reader closes it.
 */
export function authorizeInWindow(url: string): Promise<string | undefined> {
  const opened = window.open(url, 'authorization', 'popup,width=600,height=700')
  if (opened === null) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const finish = (address: string | undefined): void => {
      clearInterval(timer)
      removeEventListener('message', receive)
      resolve(address)
    }
    const receive = ({ origin, source, data }: MessageEvent): void => {
      if (origin === location.origin && source === opened && isReturn(data)) finish(data.returnedTo)
    }
    // No event tells that a window of another origin was closed.
    const timer = setInterval(() => {
      if (opened.closed) finish(undefined)
    }, 500)
    addEventListener('message', receive)
  })
}

/** In a window that has come back: tells the page that opened it, and closes. False in any other window. */
export function returnFromAuthorization(): boolean {
  const query = new URLSearchParams(location.search)
  const opener: unknown = window.opener
  if (!(query.has('code') || query.has('error')) || !query.has('state') || opener === null) return false
  const message: Return = { returnedTo: location.href }
  window.opener.postMessage(message, location.origin)
  window.close()
  return true
}
