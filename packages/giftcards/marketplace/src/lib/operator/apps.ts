import type { App } from '../model/accounts.ts'
import type { Store } from '../ports/store.ts'
import { done } from '../refusal.ts'
import { isAccepted, objection, type OperatorOutcome } from './operator-store.ts'

/** Adds a partner's application, enabled. */
export function addApp(store: Store, id: string): Promise<OperatorOutcome<App>> {
  return store.transaction(async (tx) => {
    if ((await tx.findApp(id)) !== undefined) return objection(`There is an app ${id} already`)
    const app = { id, isEnabled: true }
    await tx.putApp(app)
    return done(app)
  }, isAccepted)
}

/** Enables or disables an application; requests of a disabled one are rejected at once. */
export function setAppEnabled(store: Store, id: string, isEnabled: boolean): Promise<OperatorOutcome<App>> {
  return store.transaction(async (tx) => {
    const app = await tx.findApp(id)
    if (app === undefined) return objection(`There is no app ${id}`)
    if (app.isEnabled === isEnabled)
      return objection(`The app ${id} is ${isEnabled ? 'enabled' : 'disabled'} already`)
    await tx.putApp({ id, isEnabled })
    return done({ id, isEnabled })
  }, isAccepted)
}
