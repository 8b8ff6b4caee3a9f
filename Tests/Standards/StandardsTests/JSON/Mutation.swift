import Sampling

extension SplitMix64 {
  /// Bytes that are changed, removed, doubled or moved in one to four positions.
  mutating func mutate(_ original: [UInt8], alphabet: [UInt8]) -> [UInt8] {
    var bytes = original
    for _ in 0...Int.random(in: 0..<4, using: &self) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &self)
      switch Int.random(in: 0..<6, using: &self) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &self)
      case 1: bytes[place] = alphabet.randomElement(using: &self) ?? 0
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(alphabet.randomElement(using: &self) ?? 0, at: place)
      case 4: bytes.removeSubrange(place...)
      default:
        let end = min(bytes.count, place + Int.random(in: 1...8, using: &self))
        bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &self))
      }
    }
    return bytes
  }
}
