import type { JSX } from 'preact'
import { formatCount } from '../format/count.ts'
import { ScrollArea } from '../parts/scroll-area.tsx'
import type { Exchange, LoggedBody, LoggedField } from '../watch/sandbox-data.ts'
import { readableBody, splitAtMasks } from './masked-text.ts'

/** A request and its response, with headers and bodies. */
export function ExchangeView({ exchange }: { readonly exchange: Exchange }): JSX.Element {
  const { entry, request, response } = exchange
  return (
    <>
      <Message title="Request" line={`${entry.method} ${targetOf(exchange)}`} {...request} />
      <Message title="Response" line={String(entry.status)} {...response} />
    </>
  )
}

function targetOf({ path, query }: Exchange): string {
  const parameters = query.map(({ name, value }) => `${name}=${value}`)
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`
}

interface MessageProps {
  readonly title: 'Request' | 'Response'
  readonly line: string
  readonly headers: readonly LoggedField[]
  readonly body: LoggedBody | null
}

function Message({ title, line, headers, body }: MessageProps): JSX.Element {
  return (
    <section class="message" aria-label={title}>
      <h3>
        {title}{' '}
        <code>
          <MaskedText text={line} />
        </code>
      </h3>
      <dl>
        {headers.map(({ name, value }, index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>
              <MaskedText text={value} />
            </dd>
          </div>
        ))}
      </dl>
      {body === null ? <p class="soft">No body</p> : <Body title={title} body={body} />}
    </section>
  )
}

function Body({ title, body }: { readonly title: string; readonly body: LoggedBody }): JSX.Element {
  const notes = [
    formatCount(body.bytes, 'byte'),
    ...(body.isCut ? ['cut'] : []),
    ...(body.isJson || body.isCut ? [] : ['not JSON']),
  ]
  return (
    <>
      <p class="soft">{notes.join(', ')}</p>
      <ScrollArea label={`Body of the ${title.toLowerCase()}`}>
        <pre>
          <code>
            <MaskedText text={readableBody(body)} />
          </code>
        </pre>
      </ScrollArea>
    </>
  )
}

/** A text with highlighted masked values. */
function MaskedText({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {splitAtMasks(text).map((piece, index) =>
        piece.isMasked ? (
          <mark key={index} class="masked" title="Masked: the log does not show this value">
            {piece.text}
          </mark>
        ) : (
          piece.text
        ),
      )}
    </>
  )
}
