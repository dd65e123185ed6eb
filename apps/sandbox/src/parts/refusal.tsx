import type { JSX } from 'preact'

/** Why something was refused, told at once; nothing where it was not. */
export function Refusal({ text }: { readonly text: string | null }): JSX.Element {
  return (
    <p class="refusal" role="alert">
      {text}
    </p>
  )
}
