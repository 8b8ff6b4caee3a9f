extension QRCode {
  /// The number of modules of a side with the quiet zone: the width and height of the view box.
  package var side: Int { width + 2 * Self.quietZone }

  /// The dark modules as the data of an SVG path, one rectangle for each run of modules in a row. Its unit is a module.
  package var path: String {
    var path = ""
    for row in 0..<width {
      var column = 0
      while column < width {
        let start = column
        while self[row, column] { column += 1 }
        let length = column - start
        if length > 0 {
          path += "M\(start + Self.quietZone) \(row + Self.quietZone)h\(length)v1h-\(length)z"
        }
        column += 1
      }
    }
    return path
  }

  /// An SVG document for a page with a strict content security policy: no style, no script, no reference.
  ///
  /// The light background is part of it, because cameras do not read a code on the background of a dark page. The
  /// document has no size of its own.
  package var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
    <rect width="\(side)" height="\(side)" fill="#fff"/><path fill="#000" d="\(path)"/></svg>
    """
  }
}
