extension String {
  /// A typed code without its spaces and hyphens, which do not count.
  var typedCode: String { filter { !$0.isWhitespace && $0 != "-" } }
}
