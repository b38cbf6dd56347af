/**
 * How a letter looks in mail programs. Outlook for Windows shows HTML with Word and knows neither max-width nor padding of
 * links nor flex; Gmail drops style sheets over 8 KB and what it cannot read: so every element carries its own style, the
 * frame is a table, and the style sheet holds only what may be missed (dark colours, small screens).
 */
const family = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const ink = '#1c2430'
const accent = '#30508f'
const line = '#d9dee7'

const sizes = {
  p: 'margin:0 0 16px;font-size:16px;line-height:24px;font-weight:400',
  h1: 'margin:0 0 16px;font-size:26px;line-height:34px;font-weight:700',
  h2: 'margin:24px 0 12px;font-size:21px;line-height:28px;font-weight:700',
  h3: 'margin:20px 0 8px;font-size:17px;line-height:24px;font-weight:700',
} as const

interface Image {
  readonly address: string
  readonly alt: string
  readonly width: number
  readonly height: number
}

interface Cell {
  readonly html: string
  readonly isHead: boolean
  readonly span: number
  readonly down: number
}

export const styles = {
  paragraph: (html: string, name: keyof typeof sizes, align: string) =>
    `<${name} class="ink" style="${sizes[name]};font-family:${family};color:${ink}${align && `;text-align:${align}`}">${html}</${name}>`,
  rule: `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="line" style="border-top:1px solid ${line};font-size:0;line-height:0;padding-bottom:16px">&nbsp;</td></tr></table>`,
  quote: (html: string) =>
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="line" style="border-left:3px solid ${line};padding-left:16px">${html}</td></tr></table>`,
  list: (html: string, name: 'ul' | 'ol') =>
    `<${name} class="ink" style="margin:0 0 16px;padding:0 0 0 24px;font-family:${family};font-size:16px;line-height:24px;color:${ink}">${html}</${name}>`,
  item: (html: string) => `<li style="margin:0 0 4px">${html.replaceAll('margin:0 0 16px', 'margin:0 0 4px')}</li>`,
  table: (html: string) =>
    `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;margin:0 0 16px">${html}</table>`,
  row: (html: string) => `<tr>${html}</tr>`,
  cell: ({ html, isHead, span, down }: Cell) =>
    `<${isHead ? 'th align="left"' : 'td'}${span > 1 ? ` colspan="${span}"` : ''}${down > 1 ? ` rowspan="${down}"` : ''} class="line" valign="top" style="border:1px solid ${line};padding:8px 10px;font-family:${family};font-weight:${isHead ? 700 : 400}">${html.replaceAll('margin:0 0 16px', 'margin:0')}</${isHead ? 'th' : 'td'}>`,
  link: (href: string, html: string) =>
    `<a class="link" href="${href}" style="color:${accent};text-decoration:underline">${html}</a>`,
  // Word has no padding of links: there the cell's own margins make the button.
  button: (href: string, html: string) =>
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr><td class="button" align="center" bgcolor="${accent}" style="background:${accent};border-radius:6px;mso-padding-alt:12px 24px"><a href="${href}" style="display:inline-block;padding:12px 24px;font-family:${family};font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:6px">${html}</a></td></tr></table>`,
  image: ({ address, alt, width, height }: Image) =>
    `<img src="${address}" alt="${alt}" width="${width}" height="${height}" style="display:block;border:0;outline:none;width:${width}px;max-width:100%;height:auto;font-family:${family};font-size:14px">`,
}

interface Parts {
  readonly header: string
  readonly body: string
  readonly footer: string
  /** As Liquid that writes HTML text. */
  readonly title: string
}

const sheet = `body{margin:0;padding:0;-webkit-text-size-adjust:100%;text-size-adjust:100%}
table{border-spacing:0;mso-table-lspace:0;mso-table-rspace:0}
@media (max-width:620px){.card{border-radius:0!important}.part{padding:20px 16px!important}.page{padding:0!important}}
@media (prefers-color-scheme:dark){.page{background:#12161d!important}.card{background:#1b212b!important}.ink,.small{color:#e7ebf2!important}.small{color:#aab4c4!important}.link{color:#9db8f2!important}.line{border-color:#3a4454!important}}`

/** The whole page, around what was written. */
export const page = ({ header, body, footer, title }: Parts) => `<!doctype html>
<html lang="en-GB" xmlns="http://www.w3.org/1999/xhtml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${title}</title>
<!--[if mso]><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->
<style>
${sheet}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f5f8">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f3f5f8" style="background:#f3f5f8">
<tr><td class="page" align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="max-width:600px;background:#ffffff;border-radius:8px">
${header && `<tr><td class="part line" style="padding:24px 24px 0">${header.replaceAll('margin:24px 0 12px', 'margin:0 0 8px')}</td></tr>`}
<tr><td class="part" style="padding:24px">${body}</td></tr>
${footer && `<tr><td class="part line" style="padding:16px 24px 24px;border-top:1px solid ${line}">${footer.replaceAll('font-size:16px;line-height:24px', 'font-size:13px;line-height:20px')}</td></tr>`}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`
