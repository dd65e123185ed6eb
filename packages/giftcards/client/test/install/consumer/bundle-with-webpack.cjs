/** Bundles the page with webpack as it is configured by default. The argument is the folder that webpack is installed in. */
const { createRequire } = require('node:module')
const { join } = require('node:path')

const [tools] = process.argv.slice(2)
const webpack = createRequire(join(tools, 'package.json'))('webpack')

webpack(
  {
    mode: 'production',
    entry: './page.js',
    output: { path: join(__dirname, 'bundled'), filename: 'webpack.js' },
  },
  (error, stats) => {
    if (!error && !stats.hasErrors()) return
    console.error(error ?? stats.toString('errors-only'))
    process.exitCode = 1
  },
)
