import type { ComponentChildren, JSX } from 'preact'

/** One part of the page: a region named by its heading, with a note beside it. */
export function Panel(props: {
  readonly title: string
  readonly note?: ComponentChildren
  readonly children: ComponentChildren
}): JSX.Element {
  const id = `panel-${props.title.toLowerCase().replaceAll(' ', '-')}`
  return (
    <section class={`panel ${id}`} aria-labelledby={id}>
      <header class="panel-head">
        <h2 id={id}>{props.title}</h2>
        {props.note === undefined ? null : <p class="note">{props.note}</p>}
      </header>
      {props.children}
    </section>
  )
}
