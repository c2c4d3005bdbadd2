// Plain JavaScript in place of the native watchdog: ends a server process whose parent is gone.
exports.start = (parent) => {
  setInterval(() => {
    try {
      process.kill(parent, 0);
    } catch {
      process.exit(87);
    }
  }, 3000).unref();
};
exports.exit = (code) => process.exit(code);
