import { z } from 'zod'
import { takeTokenFromAddress } from '#ui/api/session.ts'

// What must be done before any other module runs; main.ts imports it first.

// WHY: without this zod tries `new Function` once, which the page's content security policy refuses and reports.
z.config({ jitless: true })

// WHY here: the router rewrites the fragment as soon as its module is read.
takeTokenFromAddress()
