// In place of the native module that reads this machine's id, which no test needs.
exports.getDeviceId = () => Promise.resolve('00000000-0000-4000-8000-000000000000');
