/** The version of the product, as the sidebar shows it (specification, section 9) and package.json says. */
export const version = '2.4.4'
