package tutti.server;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** A small application in Java, with arguments and results of all kinds. */
final class Library extends Actor {
  enum Genre {
    NOVEL,
    ATLAS
  }

  record Book(String title, Genre genre, BigDecimal price, Optional<LocalDate> lentUntil) {}

  final Relation<String, Book> books = relation("books", Book.class, Book::title);

  static JavaApplication application() {
    return JavaApplication.named("library")
        .actor("Library", Library::new)
        .procedures(
            Add.class,
            Lend.class,
            Prices.class,
            All.class,
            Fill.class,
            Break.class,
            Visit.class,
            Nothing.class)
        .build();
  }

  record Add(List<Book> all) implements Procedure<Library, Integer> {
    @Override
    public Integer run(Library library) {
      all.forEach(library.books::insert);
      return all.size();
    }
  }

  record Lend(String title, LocalDate until) implements Procedure<Library, Book> {
    @Override
    public Book run(Library library) {
      Book book = library.books.get(title);
      if (book.lentUntil().isPresent()) {
        throw library.abort("lent", title + " is away until " + book.lentUntil().get());
      }
      Book lent = new Book(title, book.genre(), book.price(), Optional.of(until));
      library.books.update(lent);
      return lent;
    }
  }

  record Prices() implements Query<Library, Map<Genre, BigDecimal>> {
    @Override
    public Map<Genre, BigDecimal> run(Library library) {
      return library.books.select().groupBy(Book::genre).sum(Book::price);
    }
  }

  record All() implements Query<Library, List<Book>> {
    @Override
    public List<Book> run(Library library) {
      return library.books.scan().list();
    }
  }

  /** Changes more than one record of the journal takes. */
  record Fill(int books, int letters) implements Procedure<Library, Void> {
    @Override
    public Void run(Library library) {
      for (int i = 0; i < books; i++) {
        library.books.upsert(
            new Book(i + "x".repeat(letters), Genre.ATLAS, BigDecimal.ONE, Optional.empty()));
      }
      return null;
    }
  }

  record Break(int by) implements Procedure<Library, Integer> {
    @Override
    public Integer run(Library library) {
      library.books.upsert(new Book("half", Genre.NOVEL, BigDecimal.ONE, Optional.empty()));
      return 1 / by;
    }
  }

  record Visit(String other) implements Procedure<Library, Integer> {
    @Override
    public Integer run(Library library) {
      return library.actor(Library.class, other).call(new Break(0)).get();
    }
  }

  record Nothing() implements Procedure<Library, Void> {
    @Override
    public Void run(Library library) {
      return null;
    }
  }
}
