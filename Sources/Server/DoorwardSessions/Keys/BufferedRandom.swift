package import DoorwardStore
import DoorwardSystem

extension RandomSource {
  /// A source that draws from this one in blocks. A draw has a high fixed cost, and a request needs several short ones.
  ///
  /// No byte is returned twice, and a returned byte is erased from the block.
  package func buffered() -> RandomSource {
    let block = Monitor<[UInt8]>([])
    return RandomSource { [self] count in
      guard count <= 128 else { return try bytes(count) }
      return try block.withLock { block throws in
        if block.count < count { block = try bytes(4096) }
        let start = block.count - count
        let drawn = Array(block[start...])
        for place in start..<block.count { block[place] = 0 }
        block.removeLast(count)
        return drawn
      }
    }
  }
}
