import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A page of the server's own, as HTML. */
export interface OwnPage {
  readonly title: string
  readonly description: string
  /** What its head has beside that of the frame. */
  readonly head: string
  readonly content: string
}

/** The frame of the docs: header, menu, theme and search, around every page of this server. */
export interface SiteFrame {
  /** The name of the site. */
  readonly title: string
  /** A page of the server's own. `root` leads from it to the top of the server: `../`. */
  around(page: OwnPage, root: string): string
  /** The page of the docs for an address that has none. */
  notFound(root: string): string
  /** A page of the docs with the links to the server's own pages. */
  link(html: string, root: string): string
}

/** A page of the server that the header leads to. */
export interface OwnLink {
  /** From the top of the server, without a slash at its beginning: `sandbox/`. */
  readonly path: string
  readonly label: string
}

/** The pages are not built. The message is one sentence that says what to run. */
export class NotBuiltError extends Error {
  override readonly name = 'NotBuiltError'

  constructor(path: string) {
    super(`${path} does not exist: run npm run build first`)
  }
}

/** Opens the frame that `@contract-kit/docs` has built beside the docs, which are served at `docs/`. */
export function openFrame(docs: URL, links: readonly OwnLink[]): SiteFrame {
  const read = (name: string) => {
    const path = fileURLToPath(new URL(name, docs))
    if (!existsSync(path)) throw new NotBuiltError(path)
    return readFileSync(path, 'utf8')
  }
  const frame = read('frame.html')
  const notFound = read('404.html')
  const [, siteTitle = ''] = /<title>([^<]*)<\/title>/.exec(frame) ?? []

  const link = (html: string, root: string, title = ''): string => {
    const anchors = links.map(
      ({ path, label }) =>
        `<a href="${root}${path}"${label === title ? ' aria-current="page"' : ''}>${label}</a>`,
    )
    const group = `<h2>This server</h2>\n<ul>\n${anchors.map((anchor) => `<li>${anchor}</li>`).join('\n')}\n</ul>`
    return html
      .replace('<!-- header links -->', () => anchors.join('\n'))
      .replace('<!-- navigation links -->', () => (anchors.length === 0 ? '' : group))
  }

  return {
    title: siteTitle,
    link,
    around: ({ title, description, head, content }, root) =>
      link(fromTop(frame, `${root}docs/`), root, title)
        .replace(/<title>[^<]*/, () => `<title>${title === siteTitle ? title : `${title} · ${siteTitle}`}`)
        .replace(' content=""', () => ` content="${description}"`)
        .replace('<!-- head -->', () => head)
        .replace('<!-- content -->', () => content),
    notFound: (root) => link(fromTop(notFound, `${root}docs/`), root),
  }
}

/** A page at the top of the docs as it stands elsewhere: its links lead there through `prefix`. */
function fromTop(html: string, prefix: string): string {
  return html.replaceAll(/ (href|src)="(?!#|[a-z]+:)/g, ` $1="${prefix}`)
}

/** The way from a page to the top of the server: `../../` from `/docs/guides/errors`. */
export function toRoot(path: string): string {
  return '../'.repeat(path.split('/').length - 2) || './'
}
