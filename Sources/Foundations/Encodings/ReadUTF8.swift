extension String {
  /// Calls a reader with typed errors on the UTF-8 bytes of the text.
  ///
  /// The standard library's `withUTF8` loses the type of the error, and requires a variable.
  @inlinable
  package func readUTF8<Value, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var text = self
    let result = text.withUTF8 { utf8 in
      Result { () throws(Failure) in try body(utf8) }
    }
    return try result.get()
  }
}
