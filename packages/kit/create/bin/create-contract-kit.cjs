#!/usr/bin/env node
'use strict'
// Any Node can parse this file. The module below needs a newer one.
var found = process.versions.node.split('.').map(Number)
if (found[0] < 22 || (found[0] === 22 && found[1] < 18)) {
  var problem = 'create-contract-kit needs Node 22.18 or later, and this is Node ' + process.versions.node
  console.error(problem + ': install a newer one from https://nodejs.org, or with your version manager.')
  process.exitCode = 2
} else {
  void import('../src/cli.ts')
}
