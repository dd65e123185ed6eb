import type { ComponentChildren, JSX } from 'preact'

/** A scrollable part; named and focusable, so that the keyboard can scroll it too. */
export function ScrollArea(props: {
  readonly label: string
  readonly children: ComponentChildren
}): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={props.label}>
      {props.children}
    </div>
  )
}
