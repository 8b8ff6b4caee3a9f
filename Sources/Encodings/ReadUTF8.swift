extension String {
  /// Lends the bytes of the text to a reader that says what it throws.
  ///
  /// `withUTF8` of the standard library forgets which error its body throws, and can be asked of variables
  /// alone.
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
