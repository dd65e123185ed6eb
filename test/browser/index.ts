export { findAccessibilityFaults, switchTheme } from './find-accessibility-faults.ts'
export { type PageOptions, type TestBrowser, noFaults, openBrowser, phoneSize } from './open-browser.ts'
export { serveFolder } from './serve-folder.ts'
export { useBrowser } from './use-browser.ts'
