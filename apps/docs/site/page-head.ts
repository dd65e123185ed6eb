import { escapeHtml } from './escape-html.ts'
import { toRelativeLink } from './relative-link.ts'

// Before the first paint, so that a remembered theme does not flash. Redoc keeps its theme under a key of its own.
const themeScript = `try{var t=localStorage.getItem("docs.theme");if(t==="light"||t==="dark"){document.documentElement.dataset.theme=t;localStorage.setItem("redoc.colorMode",t)}else localStorage.removeItem("redoc.colorMode")}catch(e){}`

/** What a page loads, all of it from the site itself: theme, style, script, icon. */
export function toPageAssets(page: string, style: 'site.css' | 'reference.css'): string {
  const asset = (name: string) => toRelativeLink(page, `assets/${name}`)
  return `<script>${themeScript}</script>
<link rel="icon" href="${asset('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${asset(style)}">
<script src="${asset('site.js')}" defer></script>`
}

/** The head of a page: title and description escaped. */
export function toPageHead(page: string, title: string, description: string): string {
  return `<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Gift Card Partner API</title>
<meta name="description" content="${escapeHtml(description)}">
${toPageAssets(page, 'site.css')}
</head>`
}
