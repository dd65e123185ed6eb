#!/usr/bin/env node
import { Command } from 'commander'

await new Command('contract').parseAsync()
