#!/usr/bin/env node
import { main } from '#cli/main.ts'

const status = await main(process.argv.slice(2))
// WHY not at once: a pipe may still hold what was printed.
if (status !== null) process.exitCode = status
