// Plain JavaScript in place of the native log writer @vscode/spdlog. Not optional: an extension's output
// channel is a log file that the Output panel reads back.
// `exports.x =` on purpose: the server imports this file as an ES module, by name.
const fs = require('node:fs');
const path = require('node:path');

const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
let defaultLevel = levels.indexOf('info');

class Logger {
  constructor(_type, _name, file) {
    this.level = defaultLevel;
    this.isRaw = false;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    this.descriptor = fs.openSync(file, 'a');
  }

  write(level, message) {
    if (level < this.level || this.descriptor === undefined) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    fs.writeSync(this.descriptor, this.isRaw ? message : `${time} [${levels[level]}] ${message}\n`);
  }

  trace(message) {
    this.write(0, message);
  }
  debug(message) {
    this.write(1, message);
  }
  info(message) {
    this.write(2, message);
  }
  warn(message) {
    this.write(3, message);
  }
  error(message) {
    this.write(4, message);
  }
  critical(message) {
    this.write(5, message);
  }

  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  setPattern() {
    this.isRaw = false;
  }
  clearFormatters() {
    this.isRaw = true;
  }
  flush() {}
  drop() {
    if (this.descriptor === undefined) return;
    fs.closeSync(this.descriptor);
    this.descriptor = undefined;
  }
}

const create = (name, file) => Promise.resolve(new Logger('rotating', name, file));

exports.version = 0;
exports.setLevel = (level) => {
  defaultLevel = level;
};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
