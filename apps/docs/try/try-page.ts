import { toPageHead } from '../site/page-head.ts'
import { toSiteHeader } from '../site/site-header.ts'

const path = 'try.html'

/** The page as HTML: the site's head and header around the place where the script puts the bench. */
export const tryPage = `<!doctype html>
<html lang="en">
${toPageHead(path, 'Try it', 'Send real requests to the sandbox or the mock from the browser.').replace(
  '</head>',
  `<link rel="stylesheet" href="try-page/try.css">
<script type="module" src="try-page/try.js"></script>
</head>`,
)}
<body>
<a class="skip-link" href="#content">Skip to the content</a>
${toSiteHeader(path, { hasMenu: false })}
<main id="content" class="try" tabindex="-1">
<h1>Try it</h1>
<p>Real requests to the sandbox or the mock, made here. Nothing is stored, and nothing goes anywhere else.</p>
<div id="try"><p>This page needs JavaScript.</p></div>
</main>
</body>
</html>
`
