/**
 * A parameter as an expression that the planner does not look into. Where a plan took account of a
 * parameter's value, SQLite prepares the statement again for every call, and that costs a list more than
 * its rows do. It takes account of what stands behind LIMIT and of what a join compares a column with.
 */
export const opaqueNumber = (parameter: string): string => `${parameter} + 0`;
export const opaqueText = (parameter: string): string => `${parameter} || ''`;
