import { useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import type { ControlRoom } from '../control-room.ts'
import { Refusal } from '../parts/refusal.tsx'
import { useAction } from '../parts/use-action.ts'

/** Restores the published data, after a confirmation. */
export function ResetButton({ room }: { readonly room: ControlRoom }): JSX.Element {
  const action = useAction()
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button
        type="button"
        class="danger"
        disabled={action.isBusy}
        onClick={() => dialog.current?.showModal()}
      >
        Reset sandbox…
      </button>
      <Refusal text={action.refusal} />
      <dialog ref={dialog} aria-labelledby="reset-title">
        <form
          method="dialog"
          onSubmit={() => action.run(() => room.act((controls) => controls.resetSandbox()))}
        >
          <h2 id="reset-title">Reset the sandbox?</h2>
          <p>
            This deletes all carts, orders, ledgers and logged requests. It restores the published stock and
            balances, and sets the clock to real time. Everybody who uses this sandbox loses their data.
          </p>
          <div class="row">
            <button type="button" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
            <button type="submit" class="danger">
              Reset
            </button>
          </div>
        </form>
      </dialog>
    </>
  )
}
