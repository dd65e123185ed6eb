import { installCopyButtons } from './copy-buttons.ts'
import { installCurrentHeading } from './current-heading.ts'
import { installSearch } from './search-dialog.ts'
import { installTheme } from './theme.ts'

/** The script of every page. It is in `assets/`, one folder below the site. */
const script = document.currentScript
if (!(script instanceof HTMLScriptElement)) throw new Error('This script must be a classic one')

installTheme()
installSearch(new URL('../', script.src))
installCopyButtons()
installCurrentHeading()
