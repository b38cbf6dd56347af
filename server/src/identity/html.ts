// For the pages here; other areas take it from the platform.
export { Html, html } from '../platform/html.ts'
