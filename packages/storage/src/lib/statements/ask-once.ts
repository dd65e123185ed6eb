import type { Session } from './session.ts'

/** The same session for one statement: a second one would see another snapshot. */
export function askOnce(session: Session): Session {
  let isAsked = false
  const once = <T>(ask: () => Promise<T>): Promise<T> => {
    if (isAsked) return Promise.reject(new Error('One question was to be asked'))
    isAsked = true
    return ask()
  }
  return {
    first: (statement, values) => once(() => session.first(statement, values)),
    all: (statement, values) => once(() => session.all(statement, values)),
    run: (statement, values) => once(() => session.run(statement, values)),
  }
}
