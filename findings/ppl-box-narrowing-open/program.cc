// Narrows x > -1 by x >= 0. Exit code 0: the result is not within x > -1.
#include <iostream>
#include <ppl.hh>

using namespace Parma_Polyhedra_Library;
using namespace Parma_Polyhedra_Library::IO_Operators;

int main() {
  const Variable x(0);
  Rational_Box previous(1), current(1);
  previous.add_constraint(x > -1);
  current.add_constraint(x >= 0);
  Rational_Box narrowed(current);
  narrowed.CC76_narrowing_assign(previous);
  std::cout << "PPL " << version() << "\nprevious: " << previous << "; current: " << current
            << "; narrowed: " << narrowed << '\n';
  const bool within = previous.contains(narrowed);
  std::cout << "narrowed is " << (within ? "" : "not ") << "within previous\n";
  return within ? 1 : 0;
}
