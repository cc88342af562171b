// The Python that makes goldens.

/** The system's: it is the one that sees Debian's packages, whatever stands first on PATH. */
export const PYTHON = process.env.PYTHON ?? '/usr/bin/python3';
