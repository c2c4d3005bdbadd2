/** Turns a title into the last part of a web address: "Hello, World!" becomes "hello-world". */
function slug(title) {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '-')
    .replace(/^-|-$/g, '');
}

module.exports = { slug };
