/** The message from an authorization window to the page that opened it. */
interface Return {
  readonly returnedTo: string
}

const isReturn = (data: unknown): data is Return =>
  typeof data === 'object' && data !== null && 'returnedTo' in data

/**
 * Opens the authorization server in a separate window, so that this page keeps its state without storing it. Resolves with the
 * URL that the server redirects to; undefined if the user closes the window or the browser blocks it.
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
    // The browser fires no event when a window of another origin closes.
    const timer = setInterval(() => {
      if (opened.closed) finish(undefined)
    }, 500)
    addEventListener('message', receive)
  })
}

/**
 * In a window redirected from the authorization server: posts the URL to the opener and closes the window. Returns false in any
 * other window.
 */
export function returnFromAuthorization(): boolean {
  const query = new URLSearchParams(location.search)
  const opener: unknown = window.opener
  if (!(query.has('code') || query.has('error')) || !query.has('state') || opener === null) return false
  const message: Return = { returnedTo: location.href }
  window.opener.postMessage(message, location.origin)
  window.close()
  return true
}
