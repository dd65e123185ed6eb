/** The parts of a page that show whether it is visible. */
export type Visibility = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

/**
 * Resolves after `ms`, or when `signal` is aborted. While the page is hidden, it waits until the page is visible
 * again.
 */
export async function pauseWhileHidden(page: Visibility, ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
    if (signal.aborted) resolve()
  })
  if (page.visibilityState === 'visible' || signal.aborted) return
  await new Promise<void>((resolve) => {
    const end = () => {
      page.removeEventListener('visibilitychange', end)
      resolve()
    }
    page.addEventListener('visibilitychange', end)
    signal.addEventListener('abort', end)
  })
}
