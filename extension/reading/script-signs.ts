/** Before what is raised or lowered by an element: ten to the second is no hundred and two. */
export const scriptSigns: Readonly<Record<string, string>> = { sup: '^', sub: '_' }
